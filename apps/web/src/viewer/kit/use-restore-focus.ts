import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react'
import { returnFocus } from '../../platform/design/return-focus.js'

interface FocusOrigin {
  readonly key: string
  readonly by: Element | null
}

/**
 * Restores the focus when the panel or bar that has it closes: to the element that opened it, as a dialog does. `key`
 * changes when another panel opens in the same slot. Escape calls `close`, if given.
 */
export function useRestoreFocus(key: string, close?: () => void): RefCallback<HTMLElement> {
  const [origin, setOrigin] = useState<FocusOrigin>(() => ({ key, by: document.activeElement }))
  // Opening a panel moves the focus during the commit; the previously focused element is known only until then.
  if (origin.key !== key) setOrigin({ key, by: findOpener(origin) })
  const newest = useRef({ by: origin.by, close })
  useEffect(() => {
    newest.current = { by: origin.by, close }
  })
  return useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    let hadTooltip = false
    // Capture phase, before the tooltip, which consumes the key.
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
      if (element.contains(document.activeElement)) returnFocus(newest.current.by)
    }
  }, [])
}

/** A field handles its own Escape; a button's tooltip closes together with the panel of the button. */
const isFree = ({ key, target, defaultPrevented }: KeyboardEvent, hadTooltip: boolean): boolean =>
  key === 'Escape' &&
  (!defaultPrevented || hadTooltip) &&
  target instanceof Element &&
  !target.closest('input, textarea, select')

function hasTooltip(target: EventTarget | null): boolean {
  const described = target instanceof Element ? target.getAttribute('aria-describedby') : null
  return described !== null && document.getElementById(described)?.getAttribute('role') === 'tooltip'
}

/** Returns the original opener: a button inside the previous panel disappears with that panel. */
function findOpener({ by }: FocusOrigin): Element | null {
  const now = document.activeElement
  return now?.closest('aside') ? by : now
}
