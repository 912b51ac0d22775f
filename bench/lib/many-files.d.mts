/** Writes files beside one, with its content, into the database of a server that is not running. */
export function copyFile(dataFolder: string, fileId: string, names: readonly string[]): Promise<void>
