import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useObservable } from '../observable.js'
import { classNames } from './class-names.js'
import { dismissToast, type Toast, toasts } from './toasts-state.js'

const shownMilliseconds = 8_000

const stackButtonClass = 'h-8 rounded-control px-2.5 font-medium text-accent hover:bg-accent-soft pointer-coarse:h-11'

/** Renders the toasts, of several errors the newest only: they stay until they are closed and would cover the page. */
export function Toasts() {
  const { t } = useTranslation()
  const all = useObservable(toasts)
  const [isExpanded, setExpanded] = useState(false)
  const errorToasts = all.filter(({ tone }) => tone === 'problem')
  const isStack = errorToasts.length > 1
  if (!isStack && isExpanded) setExpanded(false)
  const hidden = isStack && !isExpanded ? errorToasts.slice(0, -1) : []
  return (
    <section
      aria-label={t('common.notices')}
      className="pointer-events-none fixed inset-x-0 bottom-(--notice-inset,0px) max-sm:bottom-[max(var(--notice-inset,0px),var(--tray-inset,0px))] z-60 flex flex-col items-center gap-2 p-4 pb-[max(1rem,env(safe-area-inset-bottom))]"
    >
      {isStack ? (
        <div className="pointer-events-auto flex rounded-card border border-danger bg-surface p-0.5 text-13 shadow-float">
          {isExpanded ? null : (
            <button type="button" className={stackButtonClass} onClick={() => setExpanded(true)}>
              {t('common.moreNotices', { count: hidden.length })}
            </button>
          )}
          <button
            type="button"
            className={stackButtonClass}
            onClick={() => errorToasts.forEach(({ id }) => dismissToast(id))}
          >
            {t('common.dismissAll')}
          </button>
        </div>
      ) : null}
      {all
        .filter((toast) => !hidden.includes(toast))
        .map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
    </section>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation()
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    // Errors stay until they are closed; other toasts disappear after a while, but not under the pointer.
    if (isPaused || toast.tone === 'problem') return undefined
    const timer = setTimeout(() => dismissToast(toast.id), shownMilliseconds)
    return () => clearTimeout(timer)
  }, [isPaused, toast])
  return (
    <div
      role={toast.tone === 'problem' ? 'alert' : 'status'}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className={classNames(
        'pointer-events-auto flex max-w-140 min-w-0 animate-rise items-center gap-1 rounded-card border bg-surface py-1.5 ps-4 pe-1.5 text-14 shadow-float',
        toast.tone === 'problem' ? 'border-danger' : 'border-line',
      )}
    >
      <div className="min-w-0 grow py-1.5 pe-2 break-words">
        <p>{toast.text}</p>
        {toast.detail === undefined ? null : <p className="mt-0.5 text-13 text-muted">{toast.detail}</p>}
      </div>
      {toast.action ? (
        <button
          type="button"
          onClick={() => {
            toast.action?.run()
            dismissToast(toast.id)
          }}
          className="h-9 shrink-0 rounded-control px-2.5 font-semibold text-accent hover:bg-accent-soft"
        >
          {toast.action.label}
        </button>
      ) : null}
      <button
        type="button"
        aria-label={t('common.dismiss')}
        onClick={() => dismissToast(toast.id)}
        className="flex size-9 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text"
      >
        <X />
      </button>
    </div>
  )
}
