import { type RefObject, useCallback, useRef } from 'react'
import { useAcceptedUploads } from './upload-rules.js'

/** Phones disable files with unknown extensions; there all files may be picked and are checked afterwards. */
const isTouch = matchMedia('(pointer: coarse)').matches

interface FilePickerProps {
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly label: string
  readonly multiple?: boolean
  readonly anyFile?: boolean
  /** Picks a folder with all of its content. */
  readonly isFolder?: boolean
  readonly onPick: (files: readonly File[]) => void
}

/** Some mobile browsers can pick files only. */
export const picksFolders = 'webkitdirectory' in HTMLInputElement.prototype

/** Renders a button that opens the browser's file picker. */
export function FilePicker(props: FilePickerProps) {
  const { inputRef, label, multiple = false, anyFile = false, isFolder = false, onPick } = props
  const { extensions } = useAcceptedUploads()
  return (
    <input
      ref={inputRef}
      type="file"
      hidden
      aria-label={label}
      multiple={multiple || isFolder}
      {...(isFolder ? { webkitdirectory: '' } : {})}
      accept={anyFile || isFolder || isTouch ? undefined : extensions.join(',')}
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])]
        // Reset, so that picking the same file again fires a change event.
        event.currentTarget.value = ''
        if (files.length > 0) onPick(files)
      }}
    />
  )
}

/** Returns a ref for a file input and a function that opens it. */
export function useFilePicker(): { ref: RefObject<HTMLInputElement | null>; open: () => void } {
  const ref = useRef<HTMLInputElement>(null)
  const open = useCallback(() => ref.current?.click(), [])
  return { ref, open }
}
