/** Red, green and blue, 0 to 1, sRGB. */
export type Color = readonly [red: number, green: number, blue: number]

/** Converts linear light, 0 to 1, to an sRGB channel. */
export const screenChannel = (light: number): number =>
  light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055

/** Formats a colour for the properties panel: `#a0b1c2`. */
export const hexadecimal = (color: Color): string =>
  `#${color
    .map((channel) =>
      Math.round(channel * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
