// What index.html shows until there is a page. It covers the window, so that nothing jumps when it goes.
export const endArrival = (): void => document.getElementById('arriving')?.remove()
