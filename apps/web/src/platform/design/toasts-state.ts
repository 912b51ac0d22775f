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
  readonly action?: ToastAction | undefined
}

const maxToasts = 3
let lastId = 0

export const toasts = createObservable<readonly Toast[]>([])

/** Shows a toast without interrupting the user; the same text is shown only once at a time. */
export function notify(text: string, options: { tone?: Toast['tone']; action?: ToastAction } = {}): number {
  const toast: Toast = { id: ++lastId, tone: options.tone ?? 'information', text, action: options.action }
  toasts.set((current) => [...current.filter((other) => other.text !== text), toast].slice(-maxToasts))
  return toast.id
}

export function dismissToast(id: number): void {
  toasts.set((current) => current.filter((toast) => toast.id !== id))
}
