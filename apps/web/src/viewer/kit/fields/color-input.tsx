type Rgb = readonly [number, number, number]

const hexadecimal = (rgb: Rgb): string => `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`
const parseRgb = (text: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)) as unknown as Rgb

interface ColorInputProps {
  readonly label: string
  readonly rgb: Rgb
  readonly onChange: (rgb: Rgb) => void
}

/** Renders a colour swatch that opens the browser's colour picker. */
export function ColorInput({ label, rgb, onChange }: ColorInputProps) {
  return (
    <input
      type="color"
      aria-label={label}
      title={label}
      value={hexadecimal(rgb)}
      onChange={(event) => onChange(parseRgb(event.currentTarget.value))}
      className="size-7 shrink-0 pointer-coarse:size-11 cursor-pointer rounded-control border border-line bg-surface p-0.5"
    />
  )
}
