// Known before the chart is there, so that nothing jumps when it comes.
export const CHART_HEIGHT = 300
