/** File inside an archive, whose bytes are extracted when they are to be sent. */
export interface ArchivedFile {
  readonly name: string
  /** Uncompressed size in bytes. */
  readonly size: number
  /** Time of the last change, in milliseconds since 1970. */
  readonly lastModified: number
  /** Extracts the file; rejects when the archive is damaged or its stated size is wrong. */
  readonly extract: (signal: AbortSignal) => Promise<File>
}

/** File to upload: of the device, or inside an archive on it. */
export type UploadSource = File | ArchivedFile

/** Returns the bytes of a source as a file with this name; at once, unless they have to be extracted. */
export function openSource(source: UploadSource, name: string, signal: AbortSignal): File | Promise<File> {
  const rename = (file: File): File =>
    file.name === name ? file : new File([file], name, { type: file.type, lastModified: file.lastModified })
  return source instanceof File ? rename(source) : source.extract(signal).then(rename)
}

/** File with its path below the folder that it is uploaded to. */
export interface TreeFile {
  /** Names separated by slashes. */
  readonly path: string
  readonly source: UploadSource
}
