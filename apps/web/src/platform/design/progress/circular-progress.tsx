interface CircularProgressProps {
  /** 0 to 100. */
  readonly percent: number
  readonly label: string
  readonly size?: number
}

const radius = 20
const circumference = 2 * Math.PI * radius

/** Renders a progress ring with the percentage at its centre. */
export function CircularProgress({ percent, label, size = 56 }: CircularProgressProps) {
  const percentage = Math.round(percent)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percentage}
      className="relative inline-flex shrink-0 items-center justify-center"
    >
      <svg viewBox="0 0 48 48" width={size} height={size} className="-rotate-90" aria-hidden="true">
        <circle cx="24" cy="24" r={radius} fill="none" stroke="var(--line)" strokeWidth="4" />
        <circle
          cx="24"
          cy="24"
          r={radius}
          fill="none"
          stroke="var(--accent)"
          strokeWidth="4"
          strokeLinecap="round"
          strokeDasharray={circumference}
          strokeDashoffset={circumference * (1 - percent / 100)}
          className="transition-[stroke-dashoffset] duration-200"
        />
      </svg>
      <span className="absolute text-12 font-semibold tabular-nums">{percentage}%</span>
    </div>
  )
}
