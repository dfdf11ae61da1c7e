// The compiler of the Lua scripts. A script passes through the front end, which expands includes, validates and parses it;
// the passes, which make it small or fast; and the back end, which names variables and prints it.
import { Namer, nameLibraryDeclarations, preferredNames } from "./backend/names.ts";
import { print } from "./backend/print.ts";
import { expandIncludes, expandOnlyIncludes, type LuaText } from "./frontend/includes.ts";
import { lower } from "./frontend/lower.ts";
import { applyEdits, declaredNames, labelErrors, parse } from "./frontend/parse.ts";
import { validateLibrary, validateScript } from "./frontend/validate-lua.ts";
import type { Statement, Variable } from "./ir/nodes.ts";
import { optimizeForSize, optimizeForSpeed } from "./passes/optimize.ts";

/** A compiled script. */
export interface CompiledScript {
  name: string;
  text: string;
  keys: string[];
  args: string[];
  /** The parts of the text. */
  pieces: Piece[];
}

/** A part of a compiled script: a declaration of a library, or the statements between two of them. */
export interface Piece {
  text: string;
  /** The name of the function or constant that a library declares. */
  declares: string | undefined;
}

type Names = ReadonlyMap<string, string>;

/** Compiles one script. */
export function compileScript(name: string, { source, libraries }: LuaText): CompiledScript {
  return compileScripts({ [name]: source }, libraries)[0] as CompiledScript;
}

/** Compiles scripts: hot ones for speed, others for size and with one text for each declaration of a library. */
export function compileScripts(
  sources: Readonly<Record<string, string>>,
  libraries: Readonly<Record<string, string>>,
): CompiledScript[] {
  const declared = Object.entries(libraries).flatMap(([name, source]) => validateLibrary(name, { source, libraries }));
  const scripts = Object.entries(sources).map(([name, source]) => {
    const script = validateScript(name, { source, libraries });
    const lowered = lower(name, script.text);
    const body = labelErrors(name, () => (script.isHot ? optimizeForSpeed(lowered) : optimizeForSize(lowered)));
    return { ...script, body };
  });
  const libraryNames = nameLibraryDeclarations(declared);
  const reserved = new Set(libraryNames.values());
  const bodies = (isHot: boolean) => scripts.filter((script) => script.isHot === isHot).map(({ body }) => body);
  const preferred = { hot: preferredNames(bodies(true), new Set()), cold: preferredNames(bodies(false), reserved) };
  return scripts.map(({ name, body, isHot, budget, prologue: { keys, args } }) => {
    const included = includedNames(name, { source: sources[name] ?? "", libraries });
    const ownLibraryNames = new Map([...libraryNames].filter(([declaration]) => included.has(declaration)));
    const pieces = isHot
      ? [printAsOnePiece(body, preferred.hot)]
      : printPieces(body, { libraryNames: ownLibraryNames, reserved, preferred: preferred.cold });
    const text = pieces.map((piece) => piece.text).join("");
    const bytes = Buffer.byteLength(text);
    if (bytes > budget) throw new Error(`${name}: ${bytes} bytes, over its budget of ${budget}`);
    return { name, text, keys, args, pieces };
  });
}

/** Returns the text of a script with its includes expanded and its keys and arguments numbered, but not compiled. */
export function expandScript(name: string, text: LuaText): string {
  return validateScript(name, text).text;
}

/** Returns a function like `expandScript` for changed texts with the same prologue, which it does not parse. */
export function createExpander(name: string, text: LuaText): (changed: LuaText) => string {
  const { edits } = validateScript(name, text).prologue;
  return (changed) => applyEdits(expandIncludes(name, changed), edits);
}

/** Returns the names that the libraries of a script declare. */
function includedNames(name: string, text: LuaText): Set<string> {
  return new Set(parse(name, expandOnlyIncludes(name, text)).body.flatMap(declaredNames));
}

function printAsOnePiece(body: Statement[], preferred: Names): Piece {
  const namer = new Namer(preferred);
  namer.nameBody(body, new Set());
  return { text: print(body, (variable) => namer.nameOf(variable)), declares: undefined };
}

/** Prints the declarations of libraries, whose texts are the same in every script, and the statements between them. */
function printPieces(
  body: Statement[],
  { libraryNames, reserved, preferred }: { libraryNames: Names; reserved: Set<string>; preferred: Names },
): Piece[] {
  const groups: { statements: Statement[]; declared: Variable | undefined }[] = [];
  for (const statement of body) {
    const declared = libraryDeclaration(statement, libraryNames);
    const last = groups.at(-1);
    if (!declared && last && !last.declared) last.statements.push(statement);
    else groups.push({ statements: [statement], declared });
  }
  const named = groups.flatMap(({ declared }): [Variable, string][] =>
    declared ? [[declared, libraryNames.get(declared.name) as string]] : [],
  );
  const namer = new Namer(preferred, named);
  let taken = reserved;
  return groups.map(({ statements, declared }, i) => {
    const names = namer.nameBody(statements, declared ? reserved : taken);
    if (!declared) taken = names;
    const text = print(statements, (variable) => namer.nameOf(variable));
    const isSeparated = i === groups.length - 1 || !/\w$/.test(text);
    return { text: isSeparated ? text : `${text} `, declares: declared?.name };
  });
}

/** Returns the variable that a statement declares, if it is a function or a constant of a library. */
function libraryDeclaration(statement: Statement, libraryNames: Names): Variable | undefined {
  const [variable, ...others] =
    statement.kind === "define" ? [statement.variable] : statement.kind === "declare" ? statement.variables : [];
  return variable && others.length === 0 && libraryNames.has(variable.name) ? variable : undefined;
}
