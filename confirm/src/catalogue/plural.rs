//! The `Plural-Forms` of a PO file: the rule that chooses the form of a text by its count.
//!
//! The rule is an expression of C in `n`. Source: the GNU gettext manual, "Plural forms".

/// A parsed rule.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Rule {
    N,
    Number(u64),
    Not(Box<Self>),
    Binary(&'static str, Box<[Self; 2]>),
    Choice(Box<[Self; 3]>),
}

/// The operators, from those that bind least. A longer one stands before its beginning.
const OPERATORS: [&[&str]; 5] = [
    &["||"],
    &["&&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["%"],
];

/// The most characters of a rule. Arabic, which has the longest of the manual, takes about 100.
const LONGEST: usize = 400;

impl Rule {
    /// Reads a rule. Returns `None` if it is not an expression of the kind above.
    pub(super) fn parse(text: &str) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let mut rest = text.trim();
        let rule = choice(&mut rest)?;
        rest.is_empty().then_some(rule)
    }

    /// Returns the index of the form for a count.
    pub(super) fn form(&self, n: u64) -> u64 {
        match self {
            Self::N => n,
            Self::Number(number) => *number,
            Self::Not(rule) => u64::from(rule.form(n) == 0),
            Self::Choice(parts) => {
                let [condition, then, otherwise] = &**parts;
                let chosen = if condition.form(n) == 0 {
                    otherwise
                } else {
                    then
                };
                chosen.form(n)
            }
            Self::Binary(operator, sides) => {
                let [left, right] = sides.each_ref().map(|side| side.form(n));
                match *operator {
                    "||" => u64::from(left != 0 || right != 0),
                    "&&" => u64::from(left != 0 && right != 0),
                    "==" => u64::from(left == right),
                    "!=" => u64::from(left != right),
                    "<=" => u64::from(left <= right),
                    ">=" => u64::from(left >= right),
                    "<" => u64::from(left < right),
                    ">" => u64::from(left > right),
                    _ => left.checked_rem(right).unwrap_or(0),
                }
            }
        }
    }
}

fn choice(rest: &mut &str) -> Option<Rule> {
    let condition = binary(rest, 0)?;
    if !take(rest, "?") {
        return Some(condition);
    }
    let then = choice(rest)?;
    if !take(rest, ":") {
        return None;
    }
    let otherwise = choice(rest)?;
    Some(Rule::Choice(Box::new([condition, then, otherwise])))
}

fn binary(rest: &mut &str, level: usize) -> Option<Rule> {
    let Some(operators) = OPERATORS.get(level) else {
        return operand(rest);
    };
    let mut left = binary(rest, level + 1)?;
    while let Some(operator) = operators.iter().find(|operator| take(rest, operator)) {
        let right = binary(rest, level + 1)?;
        left = Rule::Binary(operator, Box::new([left, right]));
    }
    Some(left)
}

fn operand(rest: &mut &str) -> Option<Rule> {
    if take(rest, "n") {
        return Some(Rule::N);
    }
    if take(rest, "(") {
        let inside = choice(rest)?;
        return take(rest, ")").then_some(inside);
    }
    if take(rest, "!") {
        return Some(Rule::Not(Box::new(operand(rest)?)));
    }
    let end = rest.find(|c: char| !c.is_ascii_digit());
    let (digits, after) = rest.split_at(end.unwrap_or(rest.len()));
    let number = digits.parse().ok()?;
    *rest = after.trim_start();
    Some(Rule::Number(number))
}

/// Takes a token, and the blanks behind it.
fn take(rest: &mut &str, token: &str) -> bool {
    let after = rest.strip_prefix(token).map(str::trim_start);
    *rest = after.unwrap_or(rest);
    after.is_some()
}

#[cfg(test)]
mod tests {
    use super::Rule;

    #[track_caller]
    fn forms(rule: &str, counts: &[u64]) -> Vec<u64> {
        let rule = Rule::parse(rule).expect(rule);
        counts.iter().map(|&n| rule.form(n)).collect()
    }

    #[test]
    fn languages_choose_their_forms() {
        assert_eq!(forms("0", &[0, 1, 2]), [0, 0, 0]);
        assert_eq!(forms("(n != 1)", &[0, 1, 2, 11]), [1, 0, 1, 1]);
        assert_eq!(forms("n>1", &[0, 1, 2]), [0, 0, 1]);
        let polish = "(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)";
        assert_eq!(forms(polish, &[1, 2, 5, 12, 22, 25]), [0, 1, 2, 2, 1, 2]);
        let slovenian = "n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3";
        assert_eq!(forms(slovenian, &[1, 102, 4, 5]), [0, 1, 2, 3]);
        assert_eq!(forms("!(n == 1)", &[1, 2]), [0, 1]);
        assert_eq!(forms("n % 0", &[7]), [0]);
    }

    #[test]
    fn other_text_is_refused() {
        let long = "(".repeat(1_000_000);
        for text in ["", "n !=", "(n", "n = 1", "m", "1 2", "n ? 1", "-1", &long] {
            assert_eq!(Rule::parse(text), None, "{}", &text[..text.len().min(20)]);
        }
    }
}
