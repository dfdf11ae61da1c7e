// The console: a page that speaks the public HTTP API with the user's token.
import { render } from "preact";
import { App } from "./app.tsx";

const root = document.getElementById("console");
if (root) render(<App />, root);
