export const themeKey = 'marga.theme'

/**
 * Runs before the first paint, so that a stored choice does not flash. Kept in step with `setTheme`; also on
 * the page that the worker writes without a line.
 */
export const themeScript = `try{var t=localStorage.getItem('${themeKey}');if(t==='light'||t==='dark'){document.documentElement.dataset.theme=t;document.querySelectorAll('meta[name=theme-color]').forEach(function(m){m.media=m.media.includes(t)?'all':'not all'})}}catch(e){}`
