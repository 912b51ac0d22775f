import type { Changelog } from 'keep-a-changelog'

export const changelogPath: string
export function parseChangelog(text?: string): Changelog
export function hasUnreleasedChanges(changelog: Changelog): boolean
export function getLastVersion(changelog: Changelog): string
export function releaseChanges(changelog: Changelog, release: { version: string; date: Date }): string
export function getReleaseNotes(changelog: Changelog, version: string): string
export function getNextVersion(last: string, change: string): string
export function compareVersions(a: string, b: string): number
