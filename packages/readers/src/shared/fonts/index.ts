export { describeFont, fontExtensions, type FontFacts } from './font-file.js'
export { singleOutlineFont } from './font-collection.js'
