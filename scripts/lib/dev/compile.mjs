import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { transformWithOxc } from 'vite'
import { binary, root, run } from '../run.mjs'

/**
 * Compiles a workspace and all its references. Prints the compiler errors but still emits JavaScript, so that the
 * caller may continue.
 */
export async function compile(workspace) {
  await run(binary('tsc'), ['-b', workspace, '--pretty'])
}

/** Returns the source folders of a workspace and of all its references, relative to the repository. */
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
 * Writes the JavaScript of one source file without type checking: in milliseconds, whereas the compiler checks all
 * dependents of a file for up to twelve seconds. Throws on a syntax error.
 */
export async function transpile(file) {
  const [, workspace, name] = sourceFile.exec(file) ?? []
  if (workspace === undefined) return
  // The compiler considers its own output current; without its build info it writes everything again.
  rmSync(join(root, workspace, 'tsconfig.tsbuildinfo'), { force: true })
  const source = join(root, file)
  const target = join(root, workspace, 'dist', `${name}.js`)
  if (!existsSync(source)) return rmSync(target, { force: true })
  const { code, map } = await transformWithOxc(readFileSync(source, 'utf8'), source)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(`${target}.map`, JSON.stringify({ ...map, sources: [relative(dirname(target), source)] }))
  writeFileSync(target, `${code}//# sourceMappingURL=${basename(target)}.map\n`)
}
