// Builds the page once more, elsewhere, and compares: the build in the repository must be what the source makes.

import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";

const files = async (folder) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
};

const fresh = await mkdtemp(join(tmpdir(), "shidogo-page-"));
try {
  await build({ logLevel: "error", build: { outDir: fresh, emptyOutDir: true } });
  const [built, committed] = await Promise.all([files(fresh), files("dist")]);
  const differs = async (name) =>
    !built.includes(name) || !committed.includes(name) || !(await readFile(join(fresh, name))).equals(await readFile(join("dist", name)));
  const names = [...new Set([...built, ...committed])];
  const wrong = (await Promise.all(names.map(async (name) => ((await differs(name)) ? name : null)))).filter(Boolean);
  if (wrong.length > 0) {
    console.error(`dist/ is not what the source builds (${wrong.join(", ")}): run 'npm run build' and commit it.`);
    process.exitCode = 1;
  } else {
    console.log(`dist/ is what the source builds: ${built.length} files`);
  }
} finally {
  await rm(fresh, { recursive: true });
}
