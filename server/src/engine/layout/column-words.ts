/** What a column calls itself when it is no period: one list for every reader of tables. */

export const PERCENT_HEAD = /%|\bpercent(?:age)?\b|\bpct\b/i
export const BUDGET_HEAD = /\bbudget(?:ed)?\b|\bplan(?:ned)?\b|\btarget\b/i
/** Of a plan as a budget is, unless the whole statement is one: then its columns are the statement's periods. */
export const FORECAST_HEAD = /\bforecast\b|\bpro ?forma\b|\bproject(?:ed|ion)\b/i
export const CHANGE_HEAD =
  /\bchanges?\b|\bvar(?:iance|\.)?\b|\bdiff(?:erence|\.)?\b|\bincrease\b|\bdecrease\b|\bfav\b|\bunfav\b|\bover\b|\bunder\b|\bremaining\b/i
