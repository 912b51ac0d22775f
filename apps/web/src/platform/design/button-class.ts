import { classNames } from './class-names.js'

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'quiet-danger' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

const tones: Record<ButtonTone, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-line bg-surface text-text hover:border-edge hover:bg-sunken',
  quiet: 'text-text hover:bg-sunken',
  'quiet-danger': 'text-danger hover:bg-danger-soft',
  danger: 'bg-danger text-surface hover:bg-danger-hover',
}
const sizes: Record<ButtonSize, string> = {
  small: 'h-8 px-2.5 text-13 pointer-coarse:min-h-11 pointer-coarse:min-w-11',
  medium: 'h-9 px-3.5 text-14 pointer-coarse:min-h-11',
  large: 'h-11 px-5 text-16',
}

/** Returns the classes of every button; also used by links that act as buttons. */
export function buttonClass(tone: ButtonTone, size: ButtonSize = 'medium'): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap select-none [&>svg]:shrink-0',
    'transition-colors duration-140 disabled:pointer-events-none disabled:opacity-55',
    tones[tone],
    sizes[size],
  )
}
