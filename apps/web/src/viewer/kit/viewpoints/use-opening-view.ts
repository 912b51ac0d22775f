import { useEffect, useRef } from 'react'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import type { ActiveModel } from '../../session/use-model-view.js'

/** View that a model opens with. */
export interface OpeningView {
  /** Differs for another view. */
  readonly key: string
  /** Model that it belongs to; while the address changes, another one may still be open. */
  readonly urn: string | null
  readonly show: () => Promise<void>
}

/** Shows a view once, as soon as the document is loaded. */
export function useOpeningView({ manifest, urn, viewer }: ActiveModel, view: OpeningView | null): void {
  const show = useRef(view?.show)
  useEffect(() => {
    show.current = view?.show
  })
  const lastShown = useRef('')
  const isOpen = manifest?.state === 'complete' && view?.urn === urn
  const key = isOpen ? `${urn ?? ''} ${view.key}` : null
  useEffect(() => {
    if (!viewer || key === null || lastShown.current === key) return
    lastShown.current = key
    show.current?.().catch((error: unknown) => notify(errorMessage(error), { tone: 'problem' }))
  }, [viewer, key])
}
