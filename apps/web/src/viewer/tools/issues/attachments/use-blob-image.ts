import { useCallback } from 'react'

/** Returns a ref that shows a blob in an image, and frees its address with the image. */
export function useBlobImage(content: Blob | undefined): (image: HTMLImageElement | null) => (() => void) | undefined {
  return useCallback(
    (image) => {
      if (!image || !content) return undefined
      const url = URL.createObjectURL(content)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [content],
  )
}
