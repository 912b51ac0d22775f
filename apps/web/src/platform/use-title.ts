import { useEffect } from 'react'

/** Sets the title of the page for the browser's tab and screen readers. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title.includes('Kamar') ? title : `${title} · Kamar`
  }, [title])
}
