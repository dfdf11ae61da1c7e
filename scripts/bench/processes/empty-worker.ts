// A Worker with nothing but Hono, for comparison with the start of ours.
import { Hono } from "hono/tiny";

export default new Hono().get("/", (c) => c.text("ok"));
