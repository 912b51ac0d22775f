/** Returns the importers of each module, by path. */
export function readImporters(folders?: readonly string[]): ReadonlyMap<string, ReadonlySet<string>>
