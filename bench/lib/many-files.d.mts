/** Copies a file record under several names, with the same content, in the database of a stopped server. */
export function copyFile(dataFolder: string, fileId: string, names: readonly string[]): Promise<void>
