/** Landlock access rights to files and folders (linux/landlock.h). */
const accessBits = {
  execute: 1n << 0n,
  writeFile: 1n << 1n,
  readFile: 1n << 2n,
  readFolder: 1n << 3n,
  refer: 1n << 13n,
  truncate: 1n << 14n,
  ioctlDevice: 1n << 15n,
}
/** All rights of the first version: reading, writing, executing, and creating and removing each kind of file. */
const firstVersionAccess = (1n << 13n) - 1n
const fileAccess =
  accessBits.execute | accessBits.writeFile | accessBits.readFile | accessBits.truncate | accessBits.ioctlDevice
const tcpBindAndConnect = 3n
const abstractSocketsAndSignals = 3n

/** The version that introduced a right or a group of rights. */
const versions = { refer: 2, truncate: 3, network: 4, ioctlDevice: 5, scope: 6 }

function getGovernedAccess(version: number): bigint {
  return (
    firstVersionAccess |
    (version >= versions.refer ? accessBits.refer : 0n) |
    (version >= versions.truncate ? accessBits.truncate : 0n) |
    (version >= versions.ioctlDevice ? accessBits.ioctlDevice : 0n)
  )
}

/**
 * Returns the `struct landlock_ruleset_attr` that denies everything that a kernel's version of Landlock controls:
 * files, from version 4 on TCP, from version 6 on abstract sockets and signals outside the process.
 */
export function rulesetAttributes(version: number): Buffer {
  const fields = [getGovernedAccess(version)]
  if (version >= versions.network) fields.push(tcpBindAndConnect)
  if (version >= versions.scope) fields.push(abstractSocketsAndSignals)
  const bytes = Buffer.alloc(fields.length * 8)
  fields.forEach((word, index) => bytes.writeBigUInt64LE(word, index * 8))
  return bytes
}

/** Access allowed below a path. */
export type PathAccess = 'read' | 'write'

/**
 * Returns the `struct landlock_path_beneath_attr` that allows reading and executing below an open path, or everything.
 *
 * @param descriptor of the path, opened with O_PATH
 */
export function pathRule(version: number, access: PathAccess, isFolder: boolean, descriptor: number): Buffer {
  const reading = accessBits.execute | accessBits.readFile | accessBits.readFolder
  const allAccess = getGovernedAccess(version) & ~accessBits.execute
  const allowedAccess = access === 'read' ? reading : allAccess
  const bytes = Buffer.alloc(12)
  bytes.writeBigUInt64LE(isFolder ? allowedAccess : allowedAccess & fileAccess, 0)
  bytes.writeInt32LE(descriptor, 8)
  return bytes
}
