/** Rights of Landlock over files and folders (linux/landlock.h). */
const rights = {
  execute: 1n << 0n,
  writeFile: 1n << 1n,
  readFile: 1n << 2n,
  readFolder: 1n << 3n,
  refer: 1n << 13n,
  truncate: 1n << 14n,
  ioctlDevice: 1n << 15n,
}
/** All rights of the first version: reading, writing, executing, and making and removing each kind of file. */
const firstVersionRights = (1n << 13n) - 1n
const rightsOfFiles = rights.execute | rights.writeFile | rights.readFile | rights.truncate | rights.ioctlDevice
const tcpBindAndConnect = 3n
const abstractSocketsAndSignals = 3n

/** The version from which a right, or a group of them, is governed. */
const versions = { refer: 2, truncate: 3, network: 4, ioctlDevice: 5, scope: 6 }

function governedRights(version: number): bigint {
  return (
    firstVersionRights |
    (version >= versions.refer ? rights.refer : 0n) |
    (version >= versions.truncate ? rights.truncate : 0n) |
    (version >= versions.ioctlDevice ? rights.ioctlDevice : 0n)
  )
}

/**
 * `struct landlock_ruleset_attr` that refuses all that a kernel's version of Landlock governs: files, from version 4 on TCP,
 * from version 6 on abstract sockets and signals outside the process.
 */
export function rulesetAttributes(version: number): Buffer {
  const words = [governedRights(version)]
  if (version >= versions.network) words.push(tcpBindAndConnect)
  if (version >= versions.scope) words.push(abstractSocketsAndSignals)
  const bytes = Buffer.alloc(words.length * 8)
  words.forEach((word, index) => bytes.writeBigUInt64LE(word, index * 8))
  return bytes
}

/** What is allowed below a path. */
export type PathAccess = 'read' | 'write'

/**
 * `struct landlock_path_beneath_attr` that allows reading and executing below an open path, or everything.
 *
 * @param descriptor of the path, opened with O_PATH
 */
export function pathRule(version: number, access: PathAccess, isFolder: boolean, descriptor: number): Buffer {
  const reading = rights.execute | rights.readFile | rights.readFolder
  const everything = governedRights(version) & ~rights.execute
  const wanted = access === 'read' ? reading : everything
  const bytes = Buffer.alloc(12)
  bytes.writeBigUInt64LE(isFolder ? wanted : wanted & rightsOfFiles, 0)
  bytes.writeInt32LE(descriptor, 8)
  return bytes
}
