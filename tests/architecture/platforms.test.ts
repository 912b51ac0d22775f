import { expect, it } from 'vitest'
import { readText } from './source-files.js'

interface LockedPackage {
  readonly integrity?: string
  readonly cpu?: readonly string[]
  readonly os?: readonly string[]
  readonly libc?: readonly string[]
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Readonly<Record<string, LockedPackage>> }

/** Packages with native code, and the packages that contain their builds, one for each platform. */
const native = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) => {
  const builds = Object.keys(optionalDependencies)
    .map((name) => packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`])
    .filter((build) => build?.cpu !== undefined)
  return builds.length > 0 ? [{ path, builds }] : []
})

/** The container image is based on Debian, hence glibc. */
it.each(['x64', 'arm64'])('package-lock.json locks a linux-%s build of every package with native code', (cpu) => {
  const isFit = (build: LockedPackage | undefined): boolean =>
    build?.integrity !== undefined &&
    build.os?.includes('linux') === true &&
    build.cpu?.includes(cpu) === true &&
    (build.libc?.includes('glibc') ?? true)
  expect(native.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['node_modules/@napi-rs/image', 'node_modules/@node-rs/argon2', 'node_modules/rolldown']),
  )
  expect(native.filter(({ builds }) => !builds.some(isFit)).map(({ path }) => path)).toEqual([])
})
