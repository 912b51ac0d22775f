import type { ModelMember, ModelsExtension, PickedPair } from '@kamar/viewer'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../platform/design/toasts-state.js'

const steps = ['together.pickOwn', 'together.pickTarget', 'together.pickOwnAgain', 'together.pickTargetAgain'] as const

/** Two pairs of points, picked one after the other. */
export interface PointPairs {
  /** The point to pick next; null outside picking. */
  readonly step: (typeof steps)[number] | null
  /** Whether one pair is complete, which can be sufficient. */
  readonly canFinish: boolean
  readonly start: () => void
  readonly finish: () => void
  readonly cancel: () => void
}

export function usePointPairs({ key }: ModelMember, engine: ModelsExtension | null): PointPairs {
  const { t } = useTranslation()
  const [step, setStep] = useState<number | null>(null)
  const round = useRef<{ readonly abort: AbortController; first: PickedPair | null } | null>(null)
  const end = useCallback((): void => {
    round.current?.abort.abort()
    round.current = null
    setStep(null)
  }, [])
  useEffect(() => () => round.current?.abort.abort(), [])
  useEffect(() => {
    if (step === null) return undefined
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      end()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [step, end])
  const align = async (first: PickedPair, second: PickedPair | null): Promise<void> => {
    end()
    if ((await engine?.alignByPoints(key, first, second)) === false)
      notify(t('together.noDirection'), { tone: 'problem' })
  }
  const pickPair = async (from: number, signal: AbortSignal): Promise<PickedPair | null> => {
    setStep(from)
    const own = await engine?.pickPoint(key, 'itself', signal)
    if (!own) return null
    setStep(from + 1)
    const target = await engine?.pickPoint(key, 'others', signal)
    return target ? { own, target } : null
  }
  const start = async (): Promise<void> => {
    end()
    const current = { abort: new AbortController(), first: null as PickedPair | null }
    round.current = current
    const { signal } = current.abort
    current.first = await pickPair(0, signal)
    const second = current.first && (await pickPair(2, signal))
    if (current.first && second && !signal.aborted) await align(current.first, second)
  }
  return {
    step: step === null ? null : (steps[step] ?? null),
    canFinish: step !== null && step >= 2,
    start: () => void start(),
    finish() {
      const first = round.current?.first
      if (first) void align(first, null)
    },
    cancel: end,
  }
}
