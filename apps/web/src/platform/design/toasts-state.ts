import { createObservable } from '../observable.js'

export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

export interface Toast {
  readonly id: number
  /** A problem interrupts a screen reader; information does not. */
  readonly tone: 'information' | 'problem'
  readonly text: string
  /** What the text is about and what to do, below it. */
  readonly detail?: string | undefined
  readonly action?: ToastAction | undefined
}

const maxToasts = 3
let lastId = 0

export const toasts = createObservable<readonly Toast[]>([])

interface NotifyOptions extends Pick<Toast, 'detail' | 'action'> {
  readonly tone?: Toast['tone']
}

/** Shows a toast without interrupting the user; the same text is shown only once at a time. */
export function notify(text: string, { tone = 'information', detail, action }: NotifyOptions = {}): number {
  const toast: Toast = { id: ++lastId, tone, text, detail, action }
  const isSame = (other: Toast): boolean => other.text === text && other.detail === detail
  toasts.set((current) => [...current.filter((other) => !isSame(other)), toast].slice(-maxToasts))
  return toast.id
}

export function dismissToast(id: number): void {
  toasts.set((current) => current.filter((toast) => toast.id !== id))
}
