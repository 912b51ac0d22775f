import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useObservable } from '../observable.js'
import { classNames } from './class-names.js'
import { dismissNotice, type Notice, notices } from './notices-state.js'

const shownMilliseconds = 8_000

/** The place where notices appear; stands once at the root of the application. */
export function Notices() {
  const { t } = useTranslation()
  const shown = useObservable(notices)
  return (
    <section
      aria-label={t('common.notices')}
      className="pointer-events-none fixed inset-x-0 bottom-(--notice-inset,0px) z-60 flex flex-col items-center gap-2 p-4 pb-[max(1rem,env(safe-area-inset-bottom))]"
    >
      {shown.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </section>
  )
}

function NoticeCard({ notice }: { notice: Notice }) {
  const { t } = useTranslation()
  const [held, setHeld] = useState(false)
  useEffect(() => {
    // What went wrong stays until it was read; everything else goes by itself, but not under the pointer.
    if (held || notice.tone === 'problem') return undefined
    const timer = setTimeout(() => dismissNotice(notice.id), shownMilliseconds)
    return () => clearTimeout(timer)
  }, [held, notice])
  return (
    <div
      role={notice.tone === 'problem' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={classNames(
        'pointer-events-auto flex max-w-140 min-w-0 animate-rise items-center gap-1 rounded-card border bg-surface py-1.5 ps-4 pe-1.5 text-14 shadow-float',
        notice.tone === 'problem' ? 'border-danger' : 'border-line',
      )}
    >
      <p className="min-w-0 grow py-1.5 pe-2 break-words">{notice.text}</p>
      {notice.action ? (
        <button
          type="button"
          onClick={() => {
            notice.action?.run()
            dismissNotice(notice.id)
          }}
          className="h-9 shrink-0 rounded-control px-2.5 font-semibold text-accent hover:bg-accent-soft"
        >
          {notice.action.label}
        </button>
      ) : null}
      <button
        type="button"
        aria-label={t('common.dismiss')}
        onClick={() => dismissNotice(notice.id)}
        className="flex size-9 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text"
      >
        <X size={16} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </div>
  )
}
