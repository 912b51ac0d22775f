/**
 * Prepares a release: one version number in all manifests, the lock and the Kubernetes manifests, the unreleased
 * changes under that number in the changelog, and a commit. The workflow `release` creates the tag
 * (docs/operations/releasing.md).
 *
 *     npm run release -- minor | patch | major | X.Y.Z
 */
import { readFileSync, writeFileSync } from 'node:fs'
import {
  changelogPath,
  getLastVersion,
  getNextVersion,
  hasUnreleasedChanges,
  parseChangelog,
  releaseChanges,
} from './lib/changelog.mjs'
import { root, run, step } from './lib/run.mjs'

const kustomizationPath = 'deploy/kubernetes/base/kustomization.yaml'

function end(message, code) {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

async function assertCleanTree() {
  const { output } = await run('git', ['status', '--porcelain'], { capture: true })
  if (output !== '') end(`Expected a clean working tree, found:\n${output}`, 1)
}

function chooseVersion(changelog, change) {
  if (!hasUnreleasedChanges(changelog)) end('Expected changes under [Unreleased] in CHANGELOG.md, found none', 1)
  try {
    return getNextVersion(getLastVersion(changelog), change)
  } catch (error) {
    end(error.message, 2)
    return ''
  }
}

/**
 * Writes the version: npm updates the manifests; the lock is updated here, because npm would also drop entries of other
 * platforms from it.
 */
async function writeVersion(version) {
  const allFiles = ['--workspaces', '--include-workspace-root', '--no-workspaces-update', '--allow-same-version']
  await step(`Version ${version}`, 'npm', ['version', version, '--no-git-tag-version', ...allFiles])
  const lockPath = `${root}package-lock.json`
  const lock = JSON.parse(readFileSync(lockPath, 'utf8'))
  lock.version = version
  for (const [path, locked] of Object.entries(lock.packages))
    if (!path.includes('node_modules/')) locked.version = version
  writeFileSync(lockPath, `${JSON.stringify(lock, null, 2)}\n`)
  const kustomization = readFileSync(root + kustomizationPath, 'utf8')
  writeFileSync(root + kustomizationPath, kustomization.replace(/newTag: '[^']*'/, `newTag: '${version}'`))
}

const [change] = process.argv.slice(2)
if (change === undefined) end('Missing argument: major, minor, patch or a version', 2)
await assertCleanTree()
const changelog = parseChangelog()
const version = chooseVersion(changelog, change)
await step('Check', process.execPath, ['scripts/check.mjs'])
await writeVersion(version)
writeFileSync(changelogPath, releaseChanges(changelog, { version, date: new Date() }))
await step('Changelog and versions', process.execPath, [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  'house',
  'changelog',
])
await step('Commit', 'git', ['commit', '--all', '--quiet', '--message', `release: ${version}`])
process.stdout.write(`Push the commit to main: the workflow release makes the tag v${version} and publishes it.\n`)
