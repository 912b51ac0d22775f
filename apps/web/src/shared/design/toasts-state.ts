import { createObservable } from '../observable.js'

export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

export interface Toast {
  readonly id: number
  /** A problem interrupts a screen reader, information waits for it. */
  readonly tone: 'information' | 'problem'
  readonly text: string
  readonly action?: ToastAction | undefined
}

const maxToasts = 3
let lastId = 0

export const toasts = createObservable<readonly Toast[]>([])

/** Says something without stopping the user; the same words twice are shown once. */
export function notify(text: string, options: { tone?: Toast['tone']; action?: ToastAction } = {}): number {
  const toast: Toast = { id: ++lastId, tone: options.tone ?? 'information', text, action: options.action }
  toasts.set((current) => [...current.filter((other) => other.text !== text), toast].slice(-maxToasts))
  return toast.id
}

export function dismissToast(id: number): void {
  toasts.set((current) => current.filter((toast) => toast.id !== id))
}
