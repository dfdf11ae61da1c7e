// A step of `npm run check`: the language of comments, TSDoc and test titles. Arguments restrict it to some paths.
import { languageFaults } from "./language/rules.ts";
import { readSourceFiles, reportFaults } from "./tree/source-files.ts";

const paths = process.argv.slice(2);
reportFaults(readSourceFiles(".", paths.length > 0 ? paths : undefined).flatMap(languageFaults));
