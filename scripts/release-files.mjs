/**
 * Writes the files of a release of the checked-out commit into a folder: source archive, application archive, bill of
 * materials, notes and checksums. Needs a build (`npm run build`).
 *
 *     node scripts/release-files.mjs FOLDER
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { getReleaseNotes, parseChangelog } from './lib/changelog.mjs'
import { serverProgram } from './lib/bundle.mjs'
import { root, run, step } from './lib/run.mjs'

/** Files that only development needs; deploy/Dockerfile excludes the same. */
const developmentPaths = /^(\.|apps\/web\/(src|build|public)\/|bench\/|tests\/|docs\/)|\.(test|slow|browser)\.tsx?$/
/** Files that tests leave in built folders. */
const unbuiltFiles = /\.tsbuildinfo$|\/cluster-template-|\.test\.(js|d\.ts)(\.map)?$/
const documentation = /^docs\/(operations|formats|extensions)\//

async function git(...parameters) {
  const { code, output } = await run('git', parameters, { capture: true })
  if (code !== 0) throw new Error(`git ${parameters.join(' ')} ended with ${code}: ${output}`)
  return output
}

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else yield relative(root, path)
  }
}

function listBuiltFiles() {
  return ['apps', 'packages'].flatMap((kind) =>
    readdirSync(join(root, kind))
      .map((workspace) => join(root, kind, workspace, 'dist'))
      .filter((folder) => existsSync(folder))
      .flatMap((folder) => [...filesBelow(folder)].filter((path) => !unbuiltFiles.test(path))),
  )
}

/**
 * Writes the built files with the sources that are read at run time, without packages: those differ between platforms.
 */
async function writeApplicationArchive({ path, prefix }) {
  const tracked = (await git('ls-files', '-z')).split('\0').filter((name) => name !== '')
  const shipped = tracked.filter((name) => !developmentPaths.test(name) || documentation.test(name))
  const files = [...shipped, ...listBuiltFiles()].toSorted((a, b) => (a < b ? -1 : 1))
  const time = (await git('log', '-1', '--format=%ct')).trim()
  const working = mkdtempSync(join(tmpdir(), 'kamar-release-'))
  const list = join(working, 'files')
  writeFileSync(list, files.join('\0'))
  // The same commit produces the same bytes.
  const same = ['--numeric-owner', '--owner=0', '--group=0', `--mtime=@${time}`, '--mode=u+rw,go+r-w']
  const names = ['--null', '--verbatim-files-from', '--files-from', list, '--transform', `flags=r;s,^,${prefix}/,`]
  const gzip = ['--use-compress-program=gzip -9n', '--file', path]
  await step('Application archive', 'tar', ['--create', ...gzip, ...same, ...names])
  rmSync(working, { recursive: true })
}

const sha256 = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')

const [target] = process.argv.slice(2)
if (target === undefined) {
  process.stderr.write('Missing argument: the folder to write to\n')
  process.exit(2)
}
if (!existsSync(serverProgram)) {
  process.stderr.write('Expected a built product, found none: run npm run build\n')
  process.exit(1)
}
const folder = resolve(target)
mkdirSync(folder, { recursive: true })
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
const prefix = `kamar-${version}`
const at = (name) => join(folder, name)
const sources = [
  'archive',
  '--format=tar.gz',
  `--prefix=${prefix}/`,
  `--output=${at(`${prefix}-source.tar.gz`)}`,
  'HEAD',
]
await step('Source archive', 'git', sources)
await writeApplicationArchive({ path: at(`${prefix}.tar.gz`), prefix })
await step('Bill of materials', process.execPath, ['scripts/sbom.mjs', at(`${prefix}.cdx.json`)])
const files = [`${prefix}-source.tar.gz`, `${prefix}.tar.gz`, `${prefix}.cdx.json`]
writeFileSync(at('SHA256SUMS'), files.map((name) => `${sha256(at(name))}  ${name}\n`).join(''))
writeFileSync(at('notes.md'), getReleaseNotes(parseChangelog(), version))
for (const name of files) process.stdout.write(`${name} ${(statSync(at(name)).size / 1024 ** 2).toFixed(1)} MB\n`)
