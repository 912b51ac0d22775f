import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { transformWithOxc } from 'vite'
import { binary, root, run } from '../run.mjs'

/**
 * Compiles a workspace and all it refers to. What the compiler finds is printed; JavaScript is written also then, so that
 * the caller may go on.
 */
export async function compile(workspace) {
  await run(binary('tsc'), ['-b', workspace, '--pretty'])
}

/** The source folders of a workspace and of all it refers to, relative to the repository. */
export function listSourceFolders(workspace) {
  const folders = new Set([workspace])
  for (const folder of folders) {
    const { references = [] } = JSON.parse(readFileSync(join(root, folder, 'tsconfig.json'), 'utf8'))
    for (const { path } of references) folders.add(relative(root, resolve(root, folder, path)))
  }
  return [...folders].map((folder) => join(folder, 'src'))
}

const sourceFile = /^(.+)\/src\/(.+)\.ts$/

/**
 * Writes the JavaScript of one source file, without a look at its types: milliseconds, where the compiler checks everything
 * that depends on a file for up to twelve seconds. Throws for a syntax error.
 */
export async function transpile(file) {
  const [, workspace, name] = sourceFile.exec(file) ?? []
  if (workspace === undefined) return
  // The compiler takes what it has written once for current; without its record it writes everything anew.
  rmSync(join(root, workspace, 'tsconfig.tsbuildinfo'), { force: true })
  const source = join(root, file)
  const target = join(root, workspace, 'dist', `${name}.js`)
  if (!existsSync(source)) return rmSync(target, { force: true })
  const { code, map } = await transformWithOxc(readFileSync(source, 'utf8'), source)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(`${target}.map`, JSON.stringify({ ...map, sources: [relative(dirname(target), source)] }))
  writeFileSync(target, `${code}//# sourceMappingURL=${basename(target)}.map\n`)
}
