import type { Manifest } from '@kamar/package-format/read'
import type { PackageLoader } from '@kamar/viewer'
import { createContext } from 'react'
import { packageSource } from './package-source.js'

export type PackageSource = (urn: string, manifest?: Manifest) => PackageLoader

/** Source of package files for drawings: with the account's token, or with that of a secret link. */
export const PackageSourceContext = createContext<PackageSource>(packageSource)
