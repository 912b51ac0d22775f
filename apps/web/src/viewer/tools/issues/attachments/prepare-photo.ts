/** Longest side of a sent photo: enough to read a type plate, a tenth of the bytes of a camera. */
const maxSidePixels = 2560
/** Quality of photos that Kamar encodes. */
export const photoQuality = 0.85
/** Photos below this size with fitting sides are sent as they are. */
const smallBytes = 600 * 1024
const headerBytes = 256 * 1024

/** Returns the size of a picture within the maximum sides. */
export function fitSides(width: number, height: number): { readonly width: number; readonly height: number } {
  const shrink = Math.min(1, maxSidePixels / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * shrink)), height: Math.max(1, Math.round(height * shrink)) }
}

/** Makes a photo smaller for the network; returns the photo itself when it is small, or no browser can read it. */
export async function shrinkPhoto(photo: File): Promise<Blob> {
  const image = await createImageBitmap(photo).catch(() => null)
  if (!image) return photo
  const { height, width } = fitSides(image.width, image.height)
  try {
    if (width === image.width && photo.size <= smallBytes) return photo
    const canvas = new OffscreenCanvas(width, height)
    canvas.getContext('2d')?.drawImage(image, 0, 0, width, height)
    const shrunk = await canvas.convertToBlob({ type: 'image/jpeg', quality: photoQuality })
    return shrunk.size < photo.size ? shrunk : photo
  } catch {
    return photo
  } finally {
    image.close()
  }
}

/** Exif entry that points to a place: tag 0x8825, one number of four bytes, in both byte orders. */
const locationEntries = [
  [0x88, 0x25, 0, 4, 0, 0, 0, 1],
  [0x25, 0x88, 4, 0, 1, 0, 0, 0],
]

/** Returns whether a photo says where it was taken. */
export async function hasLocation(photo: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await photo.slice(0, headerBytes).arrayBuffer())
  return locationEntries.some((entry) => includes(bytes, entry))
}

function includes(bytes: Uint8Array, sought: readonly number[]): boolean {
  const [first = 0] = sought
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (sought.every((byte, index) => bytes[at + index] === byte)) return true
  }
  return false
}
