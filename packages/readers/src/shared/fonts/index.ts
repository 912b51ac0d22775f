export { describeFont, fontExtensions, type FontInfo } from './font-file.js'
export { singleOutlineFont } from './font-collection.js'
