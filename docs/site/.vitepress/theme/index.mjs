import DefaultTheme from 'vitepress/theme-without-fonts'
import './fonts.css'
import './colors.css'

export default DefaultTheme
