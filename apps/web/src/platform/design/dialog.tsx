import { X } from 'lucide-react'
import { AlertDialog, Dialog } from 'radix-ui'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.js'
import { classNames } from './class-names.js'
import { getPortalRoot } from './portal-root.js'
import { returnFocus } from './return-focus.js'

const panelClass =
  'fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[85dvh] max-w-110 -translate-y-1/2 overflow-y-auto rounded-dialog border border-line bg-surface p-5 shadow-float'

/**
 * Renders the dimmed page behind a dialog. Radix's own overlay locks scrolling with a style element, which the content
 * security policy forbids.
 */
function Backdrop({ onClick }: { onClick?: () => void }) {
  return <div aria-hidden="true" onClick={onClick} className="fixed inset-0 z-40 animate-appear bg-shade" />
}

/** Restores the focus after a dialog that was not opened by its own trigger. */
function useDialogFocus(): { note: () => void; restore: (event: Event) => void } {
  const opener: RefObject<Element | null> = useRef(null)
  return {
    note: () => {
      opener.current = document.activeElement
    },
    restore: (event) => {
      event.preventDefault()
      returnFocus(opener.current)
    },
  }
}

interface ConfirmDialogProps {
  readonly open: boolean
  readonly title: string
  readonly children: ReactNode
  readonly confirm: string
  /** Label of the confirm button while it is busy. */
  readonly confirming?: string
  readonly busy?: boolean
  /** Defaults to the tone of a destructive action. */
  readonly tone?: 'danger' | 'primary'
  /** False while input is incomplete. */
  readonly canConfirm?: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Renders a confirmation of a destructive action or of granting something. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation()
  const focus = useDialogFocus()
  return (
    <AlertDialog.Root open={props.open} onOpenChange={(open) => (open ? undefined : props.onCancel())}>
      <AlertDialog.Portal container={getPortalRoot()}>
        <Backdrop />
        <AlertDialog.Content
          aria-modal="true"
          className={`${panelClass} animate-rise`}
          onOpenAutoFocus={focus.note}
          onCloseAutoFocus={focus.restore}
        >
          <AlertDialog.Title className="text-20 break-words">{props.title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-2 space-y-1 text-14 break-words text-muted">{props.children}</div>
          </AlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button disabled={props.busy ?? false}>{t('common.cancel')}</Button>
            </AlertDialog.Cancel>
            <Button
              tone={props.tone ?? 'danger'}
              busy={props.busy ?? false}
              disabled={(props.busy ?? false) || props.canConfirm === false}
              onClick={props.onConfirm}
            >
              {props.busy ? (props.confirming ?? props.confirm) : props.confirm}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

interface ModalProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly className: string
  /** Called before Escape closes it; prevents the default to keep it open. */
  readonly onEscape?: ((event: KeyboardEvent) => void) | undefined
  readonly children: ReactNode
}

/** Renders the backdrop and content of a modal, and restores the focus. */
function Modal({ open, onClose, className, onEscape, children }: ModalProps) {
  const focus = useDialogFocus()
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal container={getPortalRoot()}>
        <Backdrop onClick={onClose} />
        <Dialog.Content
          aria-modal="true"
          aria-describedby={undefined}
          onOpenAutoFocus={focus.note}
          onCloseAutoFocus={focus.restore}
          onEscapeKeyDown={(event) => onEscape?.(event)}
          className={classNames('fixed z-50 flex flex-col border-line bg-surface shadow-float', className)}
        >
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface ContentDialogProps extends Pick<ModalProps, 'onEscape'> {
  readonly title: string
  /** `narrow` for a few fields. */
  readonly width?: 'wide' | 'narrow'
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Renders a dialog that is open for as long as it is mounted: wide on a desktop, the whole page on a phone. */
export function ContentDialog({ title, width = 'wide', onClose, onEscape, children }: ContentDialogProps) {
  return (
    <Modal
      open
      onClose={onClose}
      onEscape={onEscape}
      className={classNames(
        'inset-0 mx-auto animate-rise sm:inset-x-4 sm:top-1/2 sm:bottom-auto sm:max-h-[92dvh] sm:-translate-y-1/2 sm:rounded-dialog sm:border',
        width === 'wide' ? 'sm:max-w-240' : 'sm:max-w-150',
      )}
    >
      <DialogHeader title={title} />
      <div className="min-h-0 overflow-y-auto overscroll-contain px-4 pb-5 sm:px-5">{children}</div>
    </Modal>
  )
}

/** Renders the title and the close button. */
function DialogHeader({ title }: { title: string }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-2 px-4 pt-1 pb-2 sm:px-5 sm:pt-3">
      <Dialog.Title className="min-w-0 grow truncate text-16">{title}</Dialog.Title>
      <Dialog.Close
        aria-label={t('common.close')}
        className="flex size-9 items-center justify-center rounded-control text-muted hover:bg-sunken pointer-coarse:size-11"
      >
        <X size={20} />
      </Dialog.Close>
    </div>
  )
}

interface SheetProps {
  readonly open: boolean
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Renders a panel that is next to the page on a wide screen and slides up from the bottom on a phone. */
export function BottomSheet({ open, title, onClose, children }: SheetProps) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      className="inset-x-0 bottom-0 max-h-[88dvh] animate-rise rounded-t-dialog border-t pb-[env(safe-area-inset-bottom)]"
    >
      <div aria-hidden="true" className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-line" />
      <DialogHeader title={title} />
      <div className="overflow-y-auto overscroll-contain px-4 pb-4">{children}</div>
    </Modal>
  )
}

interface FormButtonsProps {
  readonly confirm: string
  readonly busy: boolean
  /** False while input is incomplete. */
  readonly canSubmit: boolean
  readonly onCancel: () => void
}

/** Renders the buttons of a form in a dialog: cancel and submit. */
export function FormButtons({ confirm, busy, canSubmit, onCancel }: FormButtonsProps) {
  const { t } = useTranslation()
  return (
    <div className="mt-5 flex flex-wrap justify-end gap-2">
      <Button onClick={onCancel} disabled={busy}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" tone="primary" busy={busy} disabled={busy || !canSubmit}>
        {confirm}
      </Button>
    </div>
  )
}
