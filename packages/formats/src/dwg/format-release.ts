import type { AuthoringTool } from '@kamar/core'

const releases: Readonly<Record<string, string>> = {
  AC1012: '13',
  AC1014: '14',
  AC1015: '2000',
  AC1018: '2004',
  AC1021: '2007',
  AC1024: '2010',
  AC1027: '2013',
  AC1032: '2018',
}

/** Returns the AutoCAD release of the file format; the format does not state which program wrote the drawing. */
export function getFormatRelease(bytes: Uint8Array): AuthoringTool | null {
  const release = releases[String.fromCharCode(...bytes.subarray(0, 6))]
  return release === undefined ? null : { name: 'AutoCAD DWG', release }
}
