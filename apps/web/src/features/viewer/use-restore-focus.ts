import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react'

interface FocusOrigin {
  readonly key: string
  readonly by: Element | null
}

/**
 * Where the focus goes when a panel or a bar closes that has it: to what opened it, as a dialog does. `key` changes when
 * something else opens in the same place. Escape closes what says how.
 */
export function useRestoreFocus(key: string, close?: () => void): RefCallback<HTMLElement> {
  const [origin, setOrigin] = useState<FocusOrigin>(() => ({ key, by: document.activeElement }))
  // What opens takes the focus while it is put on the page; whoever had it before is known only until then.
  if (origin.key !== key) setOrigin({ key, by: findOpener(origin) })
  const newest = useRef({ by: origin.by, close })
  useEffect(() => {
    newest.current = { by: origin.by, close }
  })
  return useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    let hadTooltip = false
    // Before the tip hears of it: it takes the key for itself.
    const onCapture = (event: KeyboardEvent): void => {
      hadTooltip = hasTooltip(event.target)
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isFree(event, hadTooltip)) newest.current.close?.()
    }
    window.addEventListener('keydown', onCapture, { capture: true })
    element.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onCapture, { capture: true })
      element.removeEventListener('keydown', onKeyDown)
      if (element.contains(document.activeElement)) giveFocusTo(newest.current.by)
    }
  }, [])
}

/** A field keeps its Escape; a button's tip closes with what the button stands in. */
const isFree = ({ key, target, defaultPrevented }: KeyboardEvent, hadTooltip: boolean): boolean =>
  key === 'Escape' &&
  (!defaultPrevented || hadTooltip) &&
  target instanceof Element &&
  !target.closest('input, textarea, select')

function hasTooltip(target: EventTarget | null): boolean {
  const described = target instanceof Element ? target.getAttribute('aria-describedby') : null
  return described !== null && document.getElementById(described)?.getAttribute('role') === 'tooltip'
}

/** What led from one panel to the next goes with the panel it stood in. */
function findOpener({ by }: FocusOrigin): Element | null {
  const now = document.activeElement
  return now?.closest('aside') ? by : now
}

function giveFocusTo(opener: Element | null): void {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  const target = isThere && !opener.matches(':disabled') ? opener : document.getElementById('content')
  target?.focus({ preventScroll: true })
}
