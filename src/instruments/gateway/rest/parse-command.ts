// Parses requests as commands: a JSON array in the body, an array of arrays, or a path with an optional body and query.
import type { Arg, Command } from "../redis/commands.ts";

/**
 * The error of a request without a valid command. The message is the text of Upstash, which responds with status 400.
 */
export class BadRequest extends Error {}

// A number that JavaScript may print differently: with a fraction, an exponent, too many digits, or a negative zero. A
// match inside a string costs only time.
const INEXACT_NUMBER = /[[,\s](?:-0|-?\d+[.eE]|-?\d{16})/;
// The tokens that separate strings from numbers, in valid JSON. A pattern for a whole string would need a stack as deep
// as the string is long.
const TOKEN = /\\.|"|-?\d[\d.eE+-]*/g;

/** Parses a command in a body such as `["SET", "key", "value"]`. */
export function parseCommand(body: string): Command {
  return toCommand(parseJson(body));
}

/** Parses the commands of `/pipeline` and `/multi-exec`. */
export function parseCommands(body: string): Command[] {
  const rows = parseJson(body);
  if (!Array.isArray(rows)) throw new BadRequest("ERR expected JSON array");
  if (rows.length === 0) throw new BadRequest("ERR empty command");
  return rows.map(toCommand);
}

/** A request whose command is its path. */
interface PathRequest {
  path: string;
  query: URLSearchParams;
  body: Buffer;
}

/** Parses a command such as `/set/key?EX=100`. A body is the argument between the path and the query. */
export function parsePath({ path, query, body }: PathRequest): Command {
  const [name = "", ...args] = path.slice(1).split("/").map(percentDecode);
  const command: Command = [String(name), ...args];
  if (body.length > 0) command.push(body);
  for (const [option, value] of query) {
    if (option === "_token") continue;
    command.push(option);
    if (value !== "") command.push(value);
  }
  return command;
}

/** Parses a body. A number that JavaScript would change becomes a string with the digits that were sent. */
function parseJson(body: string): unknown {
  if (body.trim() === "") throw new BadRequest("ERR empty body, expected JSON array");
  try {
    const value: unknown = JSON.parse(body);
    return INEXACT_NUMBER.test(body) ? JSON.parse(quoteNumbers(body)) : value;
  } catch {
    throw new BadRequest("ERR failed to parse the request body as JSON");
  }
}

/** Validates an array of JSON and returns it as a command. */
function toCommand(row: unknown): Command {
  if (!Array.isArray(row)) throw new BadRequest("ERR expected JSON array");
  const [name, ...args] = row.map(toArg);
  if (name === undefined || name === "") throw new BadRequest("ERR empty command");
  return [name, ...args];
}

/** Returns a JSON value as an argument. The error texts are those of Upstash. */
function toArg(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value === null) throw new BadRequest("ERR null args are not supported");
  throw new BadRequest(`ERR unsupported arg type: "${Array.isArray(value) ? "[" : "{"}": json.Delim`);
}

/** Returns JSON text with quotes around each number. */
function quoteNumbers(json: string): string {
  let inString = false;
  return json.replace(TOKEN, (token) => {
    if (token === '"') inString = !inString;
    return inString || token === '"' ? token : `"${token}"`;
  });
}

/** Decodes a segment of a path. Percent-encoded bytes need not be UTF-8: `/set/key/%ff` stores one byte. */
function percentDecode(segment: string): Arg {
  if (!segment.includes("%")) return segment;
  const bytes = segment.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1");
}
