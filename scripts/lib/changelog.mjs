import { readFileSync } from 'node:fs'
import { parser, Release } from 'keep-a-changelog'
import { root } from './run.mjs'

export const changelogPath = `${root}CHANGELOG.md`

/** Relative to the repository page `blob/<branch>/CHANGELOG.md`. */
const repositoryAddress = '../..'

/** Parses a changelog in the format of Keep a Changelog; throws with the line that does not match. */
export function parseChangelog(text = readFileSync(changelogPath, 'utf8')) {
  // The parser accepts absolute link references only; all of them are regenerated from the versions.
  const changelog = parser(text.replaceAll(/^\[[^\]]+\]: \S+\n?/gm, ''))
  changelog.url = repositoryAddress
  changelog.format = 'markdownlint'
  return changelog
}

const findUnreleased = ({ releases }) => releases.find(({ version }) => version === undefined)

/** Returns whether nothing was added to the changelog since the last release. */
export function hasUnreleasedChanges(changelog) {
  return findUnreleased(changelog)?.isEmpty() === false
}

/** Returns the number of the last release. */
export function getLastVersion({ releases }) {
  return releases.find(({ date }) => date !== undefined)?.version ?? '0.0.0'
}

/** Moves the unreleased changes to a new version of this date and returns the changelog as text. */
export function releaseChanges(changelog, { version, date }) {
  const release = findUnreleased(changelog)
  release.setDate(date)
  release.setVersion(version)
  changelog.addRelease(new Release())
  return changelog.toString()
}

/** Returns the changes of a version as Markdown, without its heading, for its release page. */
export function getReleaseNotes(changelog, version) {
  const release = changelog.findRelease(version)
  if (release?.date === undefined)
    throw new Error(`Expected an entry with a date for ${version} in CHANGELOG.md, found none`)
  return `${release.toString(changelog).split('\n').slice(1).join('\n').trim()}\n`
}

/** Returns the next version for a kind of change, or the given one; throws if it is not above the last one. */
export function getNextVersion(last, change) {
  const numbers = last.split('.').map(Number)
  const part = ['major', 'minor', 'patch'].indexOf(change)
  const next =
    part < 0 ? change : numbers.map((number, at) => (at < part ? number : at === part ? number + 1 : 0)).join('.')
  if (!/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.test(next))
    throw new Error(`Expected major, minor, patch or a version such as 1.2.3, found ${change}`)
  if (compareVersions(next, last) <= 0) throw new Error(`Expected a version above ${last}, found ${next}`)
  return next
}

/** Returns a negative number if `a` is the older version. */
export function compareVersions(a, b) {
  const [first, second] = [a, b].map((version) => version.split('.').map(Number))
  return first.map((number, at) => number - second[at]).find((difference) => difference !== 0) ?? 0
}
