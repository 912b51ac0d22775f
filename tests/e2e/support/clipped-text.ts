import type { Page } from 'playwright-core'

/**
 * Returns texts that are partly illegible: clipped by an element with hidden overflow, or outside the screen without
 * scrolling. With a mark, only texts that contain it: a pseudo language puts interface texts between ⟦ and ⟧.
 * User-provided names may be shortened with an ellipsis.
 */
export function clippedTexts(page: Page, mark = ''): Promise<string[]> {
  return page.evaluate((mark) => {
    const tolerance = 1.5
    /** Cached per element: texts share their ancestors. */
    const layouts = new Map<Element, { readonly across: string; readonly down: string; readonly box: DOMRect }>()
    const readLayout = (element: Element) => {
      const { overflowX: across, overflowY: down } = getComputedStyle(element)
      return { across, down, box: element.getBoundingClientRect() }
    }
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
    const isForEars = (element: Element): boolean => {
      const { position, clipPath, width, height } = getComputedStyle(element)
      return position === 'absolute' && (clipPath !== 'none' || (width === '1px' && height === '1px'))
    }
    const isShortened = (element: Element): boolean => {
      const { textOverflow, webkitLineClamp } = getComputedStyle(element)
      return textOverflow === 'ellipsis' || !/^(none|)$/.test(webkitLineClamp)
    }
    const isCut = (text: DOMRect, element: Element): boolean => {
      let scrolls = false
      for (let at: Element | null = element; at; at = at.parentElement) {
        const layout = layouts.get(at) ?? readLayout(at)
        layouts.set(at, layout)
        const { across, down, box } = layout
        scrolls ||= /auto|scroll/.test(across + down)
        const cutsSideways = /hidden|clip/.test(across)
        const cutsDown = /hidden|clip/.test(down)
        if (cutsSideways && (text.right > box.right + tolerance || text.left < box.left - tolerance)) return true
        if (cutsDown && !scrolls && (text.bottom > box.bottom + tolerance || text.top < box.top - tolerance))
          return true
      }
      return !scrolls && (text.right > innerWidth + tolerance || text.left < -tolerance)
    }
    const clippedTexts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { currentNode } = walker
      const element = currentNode.parentElement
      const text = currentNode.textContent ?? ''
      if (!element || text.trim() === '' || !text.includes(mark) || !isShown(element) || element.closest('[inert]'))
        continue
      if (mark === '' && isShortened(element)) continue
      let ears: Element | null = element
      while (ears && !isForEars(ears)) ears = ears.parentElement
      if (ears) continue
      const range = document.createRange()
      range.selectNodeContents(currentNode)
      if ([...range.getClientRects()].some((box) => box.width > 0 && isCut(box, element))) clippedTexts.push(text)
    }
    return [...new Set(clippedTexts)]
  }, mark)
}
