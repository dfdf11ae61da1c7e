// Validates the files of the published package: sources with their READMEs, what is built from them, and three more.

const ABOUT = ["LICENSE", "README.md", "package.json"];
// A test has one more dot in its name. Assets are the static files of the Worker.
const SOURCE =
  /^src\/(?:[a-z0-9-]+\/)*(?:[a-z0-9-]+(?:\.gen)?\.ts|[a-z0-9-]+\.lua|README\.md)$|^src\/assets\/(?:_headers|[a-z0-9-]+\.json)$/;
const BUILT = /^dist\/(.+?)(?:\.js|\.d\.ts)(?:\.map)?$/;

/** Returns a sentence for each file that is missing from the package, or that is not known to belong there. */
export function fileFaults(files: string[]): string[] {
  const known = new Set([...ABOUT, ...files.filter((file) => SOURCE.test(file))]);
  const isKnown = (file: string) => known.has(file) || known.has(`src/${BUILT.exec(file)?.[1]}.ts`);
  const modules = [...known].flatMap((file) => /^src\/(.+)\.ts$/.exec(file)?.[1] ?? []);
  const needed = [...ABOUT, ...modules.flatMap((module) => [`dist/${module}.js`, `dist/${module}.d.ts`])];
  return [
    ...files.filter((file) => !isKnown(file)).map((file) => `${file} does not belong in the package`),
    ...needed.filter((file) => !files.includes(file)).map((file) => `${file} is missing from the package`),
  ];
}
