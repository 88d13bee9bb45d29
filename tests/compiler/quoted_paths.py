# A test format for lit whose %s and %t are in quotes, because the path of the checkout may contain spaces.
import lit.formats
import lit.TestRunner


class QuotedPaths(lit.formats.ShTest):
    def __init__(self):
        super().__init__(execute_external=True)

    def execute(self, test, lit_config):
        temporary = lit.TestRunner.getTempPaths(test)[1] + ".tmp"
        substitutions = [("%s", f'"{test.getSourcePath()}"'), ("%t", f'"{temporary}"')]
        return lit.TestRunner.executeShTest(test, lit_config, self.execute_external, substitutions)
