import { X } from 'lucide-react'
import { AlertDialog } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../design/button.js'
import { CopyButton } from '../design/copy-button.js'
import { useObservable } from '../observable.js'
import { shownError } from './error-dialog-state.js'
import { getPortalRoot } from '../design/portal-root.js'

/** Navigation away from the page; replaced in tests. */
const defaultWays = {
  reload: () => location.reload(),
  goToRoot: () => location.assign('/'),
}

/**
 * Renders the error dialog, which opens when an error is set. Its close button reloads the page, its OK button goes to
 * the root page.
 */
export function ErrorDialog({ ways = defaultWays }: { ways?: typeof defaultWays }) {
  const { t } = useTranslation()
  const error = useObservable(shownError)
  const leave = (go: () => void) => () => {
    shownError.set(null)
    go()
  }
  return (
    <AlertDialog.Root open={error !== null} onOpenChange={(open) => (open ? undefined : shownError.set(null))}>
      <AlertDialog.Portal container={getPortalRoot()}>
        <div aria-hidden="true" className="fixed inset-0 z-60 animate-appear bg-shade" />
        <AlertDialog.Content
          aria-modal="true"
          className="fixed inset-x-4 top-1/2 z-60 mx-auto max-w-110 -translate-y-1/2 rounded-dialog border border-line bg-surface p-5 shadow-float"
        >
          <div className="flex items-start gap-3">
            <AlertDialog.Title className="grow text-20">{t('errors.occurred')}</AlertDialog.Title>
            <button
              type="button"
              aria-label={t('common.close')}
              onClick={leave(ways.reload)}
              className="-me-2 -mt-1 flex size-9 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken"
            >
              <X size={20} />
            </button>
          </div>
          <AlertDialog.Description className="mt-2 text-14 break-words text-muted">
            {error?.message || t('errors.occurred')}
          </AlertDialog.Description>
          {error?.reference ? (
            <p className="mt-3 flex items-center gap-2 text-12 text-muted">
              {t('common.reference')} <code className="font-mono text-text">{error.reference}</code>
              <CopyButton label={t('common.copy')} text={error.reference} />
            </p>
          ) : null}
          <div className="mt-6 flex justify-end">
            <AlertDialog.Action className={buttonClass('primary')} onClick={leave(ways.goToRoot)}>
              {t('common.ok')}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
