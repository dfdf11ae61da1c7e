// `leasehold/console`: the console as static files, for any Hono app on any host.
export { type ConsoleOptions, consoleRoutes } from "./console/routes.ts";
