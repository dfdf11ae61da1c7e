// Validates the files of the published package: sources and their READMEs, the files built from them, and three others.

const METADATA = ["LICENSE", "README.md", "package.json"];
// The name of a test has one more dot. Assets are the static files of the Worker.
const SOURCE =
  /^src\/(?:[a-z0-9-]+\/)*(?:[a-z0-9-]+(?:\.gen)?\.ts|[a-z0-9-]+\.lua|README\.md)$|^src\/assets\/(?:_headers|[a-z0-9-]+\.json|console\/[a-z]+\.(?:html|css|js|svg))$/;
// The files of the bundled command.
const BUNDLED = /^dist\/command\/[A-Za-z0-9.-]+\.js$/;
const BUILT = /^dist\/(.+?)(?:\.js|\.d\.ts)(?:\.map)?$/;

/** Returns a fault for each missing file and each unexpected file of the package. */
export function fileFaults(files: string[]): string[] {
  const known = new Set([...METADATA, ...files.filter((file) => SOURCE.test(file) || BUNDLED.test(file))]);
  const isKnown = (file: string) => known.has(file) || known.has(`src/${BUILT.exec(file)?.[1]}.ts`);
  const modules = [...known].flatMap((file) => /^src\/(.+)\.ts$/.exec(file)?.[1] ?? []);
  const needed = [...METADATA, ...modules.flatMap((module) => [`dist/${module}.js`, `dist/${module}.d.ts`])];
  return [
    ...files.filter((file) => !isKnown(file)).map((file) => `${file} does not belong in the package`),
    ...needed.filter((file) => !files.includes(file)).map((file) => `${file} is missing from the package`),
  ];
}
