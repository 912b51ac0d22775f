import type { Icon } from './tool.js'

interface ToolIconProps {
  readonly icon: Icon | undefined
  readonly size?: number
  /** Text whose first letter replaces a missing icon. */
  readonly label?: string
}

/** Renders the icon of a button, a menu item or a panel. */
export function ToolIcon({ icon: Icon, size = 20, label }: ToolIconProps) {
  if (!Icon) return label ? <span className="text-14 font-semibold">{label.slice(0, 1).toUpperCase()}</span> : null
  if (!('path' in Icon)) return <Icon size={size} />
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={Icon.path} />
    </svg>
  )
}
