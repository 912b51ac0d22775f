/** Red, green and blue, 0 to 1, sRGB. */
export type Color = readonly [red: number, green: number, blue: number]

/** A colour as the properties panel shows it: `#a0b1c2`. */
export const hexadecimal = (color: Color): string =>
  `#${color
    .map((channel) =>
      Math.round(channel * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
