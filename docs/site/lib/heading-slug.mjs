/** Returns the anchor that GitHub generates for a heading; the site uses the same, so that links work in both. */
export const toHeadingSlug = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
