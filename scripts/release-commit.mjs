/**
 * Prints the next release for the workflow `release`, as lines for GITHUB_OUTPUT: `version`, `tag` and `commit`, all
 * empty if there is none. It is the last commit that changed the version in package.json, if its changelog has a date
 * for that version and no tag of it exists. Commits after it do not matter, so several may be pushed together.
 */
import { parseChangelog } from './lib/changelog.mjs'
import { run } from './lib/run.mjs'

async function git(...parameters) {
  const { code, output } = await run('git', parameters, { capture: true })
  if (code !== 0) throw new Error(`git ${parameters.join(' ')} ended with ${code}: ${output}`)
  return output
}

async function hasChangelogEntry(commit, version) {
  const { code, output } = await run('git', ['show', `${commit}:CHANGELOG.md`], { capture: true })
  return code === 0 && parseChangelog(output).findRelease(version)?.date !== undefined
}

async function findRelease() {
  const commit = (await git('log', '-1', '--format=%H', '-G', '"version":', '--', 'package.json')).trim()
  const { version } = JSON.parse(await git('show', `${commit}:package.json`))
  const tag = `v${version}`
  const isTagged = (await git('tag', '--list', tag)) !== ''
  return isTagged || !(await hasChangelogEntry(commit, version)) ? null : { version, tag, commit }
}

const { version, tag, commit } = (await findRelease()) ?? { version: '', tag: '', commit: '' }
process.stdout.write(`version=${version}\ntag=${tag}\ncommit=${commit}\n`)
